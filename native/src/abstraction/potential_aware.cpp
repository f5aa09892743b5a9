#include "feltprint/abstraction/potential_aware.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "cards/expand_hands.hpp"
#include "cards/parallel_ranges.hpp"
#include "feltprint/abstraction/potential_features.hpp"
#include "feltprint/cards/card.hpp"
#include "feltprint/cards/isomorphism.hpp"
#include "feltprint/error.hpp"

namespace feltprint {
namespace {

// Features of the hands of a board, by street.
struct TurnSource {
  using Metric = Emd;
  static constexpr int kDims = kTurnFeatures;
  static constexpr bool kFalling = true;  // the stronger a hand, the smaller its features
  const RiverStrength* strength;

  void write(const std::array<Card, 5>& board, std::uint8_t* out) const {
    turn_features(*strength, board, out);
  }
};

struct FlopSource {
  using Metric = Emd;
  static constexpr int kDims = kFlopFeatures;
  static constexpr bool kFalling = false;
  std::vector<std::uint8_t> levels;

  void write(const std::array<Card, 5>& board, std::uint8_t* out) const {
    flop_features(levels, board, out);
  }
};

struct RiverSource {
  using Metric = Squared;
  static constexpr int kDims = kOpponentGroups;
  static constexpr bool kFalling = false;
  std::array<std::uint8_t, kNumPreflopClasses> groups;

  void write(const std::array<Card, 5>& board, std::int16_t* out) const {
    river_features(board, groups, out);
  }
};

template <class Source>
class Clustering final : public StreetClustering {
 public:
  using Metric = typename Source::Metric;
  using Value = typename Metric::Value;

  Clustering(Source source, const ClusteringSpec& spec, int num_threads)
      : source_(std::move(source)),
        spec_(spec),
        num_threads_(num_threads),
        live_hands_((50 - spec.street) * (49 - spec.street) / 2),
        kmeans_(Source::kDims, live_hands_, spec.num_buckets, num_threads) {
    const CanonicalBoards& boards = canonical_boards(spec.street);
    const std::size_t whole = boards.boards.size();
    const std::size_t count = std::min(whole, static_cast<std::size_t>(spec.training_boards));
    kmeans_.resize(count);
    parallel_ranges(count, num_threads, [&](std::size_t begin, std::size_t end) {
      Scratch scratch;
      for (std::size_t j = begin; j < end; ++j) {
        const std::size_t board = (2 * j + 1) * whole / (2 * count);
        live_features(board, scratch);
        kmeans_.set_board(j, boards.weights[board], scratch.live.data());
      }
    });
  }

  int num_features() const override { return Source::kDims; }
  int seed_more(int count) override {
    return kmeans_.seed_more(count, spec_.seed, static_cast<std::uint32_t>(spec_.street));
  }
  void assign(int part, int num_parts) override { kmeans_.assign(part, num_parts); }
  Assignment finish() override { return kmeans_.finish(); }
  void repair() override { kmeans_.repair(); }
  void update() override { kmeans_.update(); }

  std::vector<std::int16_t> centroids() const override {
    return {kmeans_.centroids().begin(), kmeans_.centroids().end()};
  }
  void restore(const std::vector<std::int16_t>& centroids) override {
    std::vector<Value> values;
    for (std::int16_t value : centroids) {
      // What a byte cannot hold must not wrap into its range.
      const int most = std::numeric_limits<Value>::max();
      values.push_back(static_cast<Value>(value < 0 || value > most ? most : value));
    }
    kmeans_.restore(std::move(values));
  }

  std::uint64_t write_map(int part, int num_parts, std::uint8_t* out) const override {
    return write_part(part, num_parts, out);
  }
  std::uint64_t write_map(int part, int num_parts, std::uint16_t* out) const override {
    return write_part(part, num_parts, out);
  }

 private:
  struct Scratch {
    std::vector<Value> all = std::vector<Value>(std::size_t{kNumHands} * Source::kDims);
    std::vector<Value> live;          // [live hand][feature]
    std::vector<std::uint16_t> hand;  // [live hand]
    BoardPoints<Metric> packed;
  };

  void live_features(std::size_t index, Scratch& scratch) const {
    const CanonicalBoards& boards = canonical_boards(spec_.street);
    const std::array<Card, 5>& board = boards.boards[index];
    source_.write(board, scratch.all.data());
    std::uint64_t dead = 0;
    for (int i = 0; i < boards.num_cards; ++i) dead |= card_bit(board[static_cast<std::size_t>(i)]);
    scratch.live.clear();
    scratch.hand.clear();
    for (std::uint16_t hand = 0; hand < kNumHands; ++hand) {
      if ((hand_table().mask[hand] & dead) != 0) continue;
      const Value* row = &scratch.all[std::size_t{hand} * Source::kDims];
      scratch.live.insert(scratch.live.end(), row, row + Source::kDims);
      scratch.hand.push_back(hand);
    }
  }

  template <class Word>
  std::uint64_t write_part(int part, int num_parts, Word* out) const {
    const CentroidList<Metric> list(Source::kDims, kmeans_.centroids(), 0, spec_.num_buckets);
    if (list.ids.size() > std::numeric_limits<Word>::max()) {
      throw ConfigError(std::to_string(list.ids.size()) + " buckets do not fit a map of bytes");
    }
    std::vector<Word> bucket_of(list.ids.size());  // [cluster]
    for (std::size_t place = 0; place < list.ids.size(); ++place) {
      const std::size_t rank = Source::kFalling ? list.ids.size() - 1 - place : place;
      bucket_of[list.ids[place]] = static_cast<Word>(rank);
    }
    const std::size_t whole = canonical_boards(spec_.street).boards.size();
    const std::size_t first =
        whole * static_cast<std::size_t>(part) / static_cast<std::size_t>(num_parts);
    const std::size_t last =
        whole * (static_cast<std::size_t>(part) + 1) / static_cast<std::size_t>(num_parts);
    std::uint64_t inertia = 0;
    std::mutex mutex;
    parallel_ranges(last - first, num_threads_, [&](std::size_t begin, std::size_t end) {
      Scratch scratch;
      std::uint64_t sum = 0;
      for (std::size_t i = first + begin; i < first + end; ++i) {
        sum += write_board(i, list, bucket_of, scratch, out + i * kNumHands);
      }
      const std::lock_guard<std::mutex> lock(mutex);
      inertia += sum;
    });
    return inertia;
  }

  template <class Word>
  std::uint64_t write_board(std::size_t index, const CentroidList<Metric>& list,
                            const std::vector<Word>& bucket_of, Scratch& scratch, Word* out) const {
    live_features(index, scratch);
    pack_board<Metric>(scratch.live.data(), live_hands_, Source::kDims, scratch.packed);
    std::fill_n(out, kNumHands, static_cast<Word>(-1));
    std::uint64_t inertia = 0;
    for (int start = 0; start < live_hands_; start += kPointsPerBlock) {
      std::array<typename Metric::Distance, kPointsPerBlock> distance;
      std::array<std::uint16_t, kPointsPerBlock> cluster;
      distance.fill(std::numeric_limits<typename Metric::Distance>::max());
      cluster.fill(65535);
      find_nearest<Metric>(&scratch.packed.values[static_cast<std::size_t>(start) * Source::kDims],
                           list, distance.data(), cluster.data());
      for (int i = 0; i < std::min(kPointsPerBlock, live_hands_ - start); ++i) {
        const std::size_t point = scratch.packed.order[static_cast<std::size_t>(start + i)];
        out[scratch.hand[point]] = bucket_of[cluster[static_cast<std::size_t>(i)]];
        inertia += distance[static_cast<std::size_t>(i)];
      }
    }
    return inertia * canonical_boards(spec_.street).weights[index];
  }

  Source source_;
  ClusteringSpec spec_;
  int num_threads_;
  int live_hands_;
  KMeans<Metric> kmeans_;
};

}  // namespace

std::unique_ptr<StreetClustering> make_clustering(const RiverStrength& strength,
                                                  const ClusteringSpec& spec, int num_threads) {
  if (spec.training_boards < 1) {
    throw ConfigError("clustering on " + std::to_string(spec.training_boards) +
                      " boards; expected at least 1");
  }
  if (spec.street == 1) {
    FlopSource source{turn_levels(strength, num_threads)};
    return std::make_unique<Clustering<FlopSource>>(std::move(source), spec, num_threads);
  }
  if (spec.street == 2) {
    return std::make_unique<Clustering<TurnSource>>(TurnSource{&strength}, spec, num_threads);
  }
  if (spec.street == 3) {
    RiverSource source{opponent_groups(strength, spec.seed, num_threads)};
    return std::make_unique<Clustering<RiverSource>>(source, spec, num_threads);
  }
  throw ConfigError("street is " + std::to_string(spec.street) + "; expected 1..3");
}

}  // namespace feltprint
