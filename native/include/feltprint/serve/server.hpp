// Answers packed rows from frozen policies: replay under the real rules, choice of the stack class
// (stack_class.hpp), translation, bucket, sampling, and back to chips.
//
// Threads: stateless and const; any number of threads may ask at once.
#pragma once

#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "feltprint/abstraction/bucket_map.hpp"
#include "feltprint/serve/hand_reading.hpp"
#include "feltprint/serve/packed_row.hpp"
#include "feltprint/serve/stack_class.hpp"

namespace feltprint {

// A frozen policy of one stack class: a view. prob: [block, lane], as freeze.hpp makes it. tree and
// prob are null while the class is not open.
struct PolicyView {
  const BettingRules* rules;
  const PublicTree* tree;
  const std::uint8_t* prob;
};

// A row needs a class that is not open; nothing of its batch is answered. what() is its index.
class ClassNotOpen : public std::exception {
 public:
  explicit ClassNotOpen(int index) : text_(std::to_string(index)) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

// How a size between two of the tree is read. Sampled: as one of them, by the coin. Expected: as
// both, and the strategies are averaged with the mapping's probabilities: what Sampled plays on
// average over coins. Readings without an answer are left out of the average.
enum class Mapping : std::uint8_t { Sampled = 0, Expected = 1 };

// One reading of a public state. columns[a]: column of PublicReading::actions that the node's
// action a is in real chips.
struct ReadingPart {
  NodeId node;
  bool has_row;
  float weight;
  std::vector<int> columns;
};

// Where a public state is in the bundle, and what the seat to act can do there.
// answer: of the likeliest part, without kind, chips, prob and bucket; the status is the gravest
// one of all parts. parts: empty when the status is NoNode or above; their weights sum to 1.
struct PublicReading {
  Answer answer;
  std::vector<RealAction> actions;
  std::vector<ReadingPart> parts;
};

class Server {
 public:
  // deck: cards of the deck that all classes play with.
  // Throws ConfigError without a policy or when profiles, seats, decks or buckets differ.
  // All other functions throw ClassNotOpen, and ArtifactError for a bucket that the maps must not
  // have.
  Server(const BucketMap& buckets, std::vector<PolicyView> policies, int deck);

  // Answers rows one by one. uniforms: [row], in [0, 1), for the draw of the action.
  // prob is that of the drawn action: of the tree's under Sampled, of the real one under Expected.
  // Cost: under half a microsecond a row for a hand of usual length under Sampled.
  void act(std::span<const PackedRow> rows, const double* uniforms, Mapping mapping,
           Answer* answers) const;

  // Probability that the policies give to the actions really taken: of the tree's action that each
  // is read as. NaN where there is no answer or the action is not legal.
  void probabilities(std::span<const PackedRow> rows, const RowAction* taken, float* out) const;

  // The public state of a row; its hole cards only take part in the mapping's coin and may be
  // absent (both 255).
  PublicReading read(const PackedRow& row, Mapping mapping) const;

  // Probabilities of every hand at a reading: [hand, action]; 0 for hands that the board blocks.
  // A reading without parts has no actions, and nothing is written.
  void strategy(const PackedRow& row, const PublicReading& reading, float* out) const;

 private:
  bool begin(const PackedRow& row, HandReading& reading) const;
  bool locate(const PackedRow& row, HandReading& reading) const;
  PublicReading read_all(const PackedRow& row) const;
  void act_sampled(std::span<const PackedRow> rows, const double* uniforms, Answer* answers) const;
  void act_abreast(std::span<const PackedRow> rows, std::size_t count, const double* uniforms,
                   HandReading* readings) const;
  bool is_to_be_drawn(const PackedRow& row, double uniform, HandReading& reading) const;
  void act_expected(const PackedRow& row, double uniform, Answer& answer) const;
  void add_part(const HandReading& reading, double weight, PublicReading& all) const;
  BucketSlot bucket_slot(const PackedRow& row) const;
  int bucket_of(const PackedRow& row) const;
  int checked_bucket(Bucket bucket, int board_cards) const;
  const std::uint8_t* codes(const HandReading& reading, int bucket) const;
  void add_bucket_row(const PublicReading& reading, int bucket, std::vector<float>& rows) const;
  float probability(const PackedRow& row, const RowAction& taken, HandReading& reading) const;

  BucketMap buckets_;
  std::vector<PolicyView> policies_;
  std::vector<StackClass> classes_;
  int deck_;
};

}  // namespace feltprint
