// Board classes of nested abstractions: boards that do not share buckets.
//
// suits: flush structure. Flop: rainbow, two of a suit, three = 0..2. Turn: rainbow, one pair of
// a suit, two pairs of suits, three of a suit, four = 0..4. River: no suit with three, three,
// four, five = 0..3.
// texture: flush structure x (a, b) with a = cards seven or higher, b = cards jack or higher;
// class = structure * number of (a, b) + a*(a+1)/2 + b: 30, 75 and 84 classes.
#pragma once

#include <span>

#include "feltprint/types.hpp"

namespace feltprint {

enum class BoardClasses { None = 0, Suits = 1, Texture = 2 };

// Classes of the boards of street 1..3.
int num_board_classes(BoardClasses classes, int street);

// 0..num_board_classes-1. Requires: 3-5 different cards.
int board_class(BoardClasses classes, std::span<const Card> board);

}  // namespace feltprint
