#include "feltprint/abstraction/kmeans.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "cards/parallel_ranges.hpp"
#include "feltprint/error.hpp"
#include "feltprint/rng.hpp"

namespace feltprint {
namespace {

constexpr std::uint64_t kMaxSlots = std::uint64_t{1} << 32;

// The median of values with weights: the least value that reaches half of the weight.
class Median {
 public:
  void clear() { counts_.fill(0), whole_ = 0; }
  void add(std::uint8_t value, std::uint64_t weight) {
    counts_[value] += weight;
    whole_ += weight;
  }
  std::uint8_t middle() const {
    std::uint64_t through = 0;
    std::size_t value = 0;
    for (; value + 1 < counts_.size(); ++value) {
      through += counts_[value];
      if (2 * through >= whole_) break;
    }
    return static_cast<std::uint8_t>(value);
  }

 private:
  std::array<std::uint64_t, 64> counts_{};
  std::uint64_t whole_ = 0;
};

class Mean {
 public:
  void clear() { sum_ = 0, whole_ = 0; }
  void add(std::int16_t value, std::uint64_t weight) {
    sum_ += static_cast<std::uint64_t>(value) * weight;
    whole_ += weight;
  }
  std::int16_t middle() const {
    return static_cast<std::int16_t>((2 * sum_ + whole_) / (2 * whole_));
  }

 private:
  std::uint64_t sum_ = 0;  // values are never negative
  std::uint64_t whole_ = 0;
};

Median middle_of(Emd) { return {}; }
Mean middle_of(Squared) { return {}; }

}  // namespace

template <class Metric>
KMeans<Metric>::KMeans(int dims, int points_per_board, int num_clusters, int num_threads)
    : dims_(dims),
      points_per_board_(points_per_board),
      num_clusters_(num_clusters),
      num_threads_(num_threads) {
  if (num_clusters < 1 || num_clusters > 65535) {
    throw ConfigError("k-means with " + std::to_string(num_clusters) +
                      " clusters; expected 1..65535");
  }
}

template <class Metric>
void KMeans<Metric>::resize(std::size_t num_boards) {
  weights_.assign(num_boards, 0);
  if (num_slots() >= kMaxSlots) {
    throw ConfigError("k-means on " + std::to_string(num_slots()) +
                      " points; expected fewer than 2^32: train on fewer boards");
  }
  values_.resize(num_slots() * static_cast<std::size_t>(dims_));
  label_.assign(num_slots(), 65535);
  distance_.assign(num_slots(), std::numeric_limits<typename Metric::Distance>::max());
}

template <class Metric>
void KMeans<Metric>::set_board(std::size_t board, std::uint32_t weight, const Value* features) {
  BoardPoints<Metric> packed;
  pack_board<Metric>(features, points_per_board_, dims_, packed);
  std::copy(packed.values.begin(), packed.values.end(),
            values_.begin() + static_cast<std::ptrdiff_t>(board * packed.values.size()));
  weights_[board] = weight;
}

// Calls visit(slot) for the points of a board, not for the copies that fill the last block.
template <class Metric>
template <class Visit>
void KMeans<Metric>::for_each_slot(std::size_t board, const Visit& visit) const {
  const std::size_t slots = static_cast<std::size_t>(blocks_per_board()) * kPointsPerBlock;
  const std::size_t first = board * slots;
  for (std::size_t slot = first; slot < first + static_cast<std::size_t>(points_per_board_);
       ++slot) {
    visit(slot);
  }
}

template <class Metric>
void KMeans<Metric>::assign_boards(std::size_t begin, std::size_t end,
                                   const CentroidList<Metric>& list, bool afresh) {
  const std::size_t slots = static_cast<std::size_t>(blocks_per_board()) * kPointsPerBlock;
  for (std::size_t slot = begin * slots; slot < end * slots; slot += kPointsPerBlock) {
    if (afresh) {
      std::fill_n(&distance_[slot], kPointsPerBlock,
                  std::numeric_limits<typename Metric::Distance>::max());
      std::fill_n(&label_[slot], kPointsPerBlock, std::uint16_t{65535});
    }
    find_nearest<Metric>(block_of(slot), list, &distance_[slot], &label_[slot]);
  }
}

// Weight of a board's points, times their distances or not.
template <class Metric>
std::uint64_t KMeans<Metric>::board_mass(std::size_t board, bool by_distance) const {
  std::uint64_t mass = 0;
  for_each_slot(
      board, [&](std::size_t slot) { mass += by_distance ? std::uint64_t{distance_[slot]} : 1; });
  return mass * weights_[board];
}

// A point drawn by weight times distance; the first one by weight alone.
template <class Metric>
std::size_t KMeans<Metric>::draw_point(std::uint32_t seed, std::uint32_t stream) {
  const std::size_t drawn = centroids_.size() / static_cast<std::size_t>(dims_);
  const bool by_distance = drawn > 0;
  std::vector<std::uint64_t> masses(weights_.size());
  parallel_ranges(weights_.size(), num_threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t board = begin; board < end; ++board) {
      masses[board] = board_mass(board, by_distance);
    }
  });
  std::uint64_t whole = 0;
  for (std::uint64_t mass : masses) whole += mass;
  if (whole == 0) {
    throw ConfigError("k-means with " + std::to_string(num_clusters_) +
                      " clusters, but the training points have only " + std::to_string(drawn) +
                      " different features; use fewer buckets or more training boards");
  }
  RandomStream random(seed, Purpose::Clustering, drawn, stream);
  std::uint64_t target = random.below64(whole);
  std::size_t board = 0;
  for (; target >= masses[board]; ++board) target -= masses[board];
  std::size_t chosen = 0;
  bool found = false;
  for_each_slot(board, [&](std::size_t slot) {
    if (found) return;
    const std::uint64_t mass =
        weights_[board] * (by_distance ? std::uint64_t{distance_[slot]} : std::uint64_t{1});
    found = target < mass;
    if (found) chosen = slot;
    target -= found ? 0 : mass;
  });
  return chosen;
}

template <class Metric>
void KMeans<Metric>::push_centroid(std::size_t slot) {
  for (int dim = 0; dim < dims_; ++dim) centroids_.push_back(value(slot, dim));
}

template <class Metric>
int KMeans<Metric>::seed_more(int count, std::uint32_t seed, std::uint32_t stream) {
  int drawn = static_cast<int>(centroids_.size()) / dims_;
  for (const int end = std::min(num_clusters_, drawn + count); drawn < end; ++drawn) {
    push_centroid(draw_point(seed, stream));
    const CentroidList<Metric> list(dims_, centroids_, drawn, drawn + 1);
    parallel_ranges(weights_.size(), num_threads_, [&](std::size_t begin, std::size_t end) {
      assign_boards(begin, end, list, false);
    });
  }
  return drawn;
}

template <class Metric>
void KMeans<Metric>::restore(std::vector<Value> centroids) {
  if (centroids.size() !=
      static_cast<std::size_t>(num_clusters_) * static_cast<std::size_t>(dims_)) {
    throw ConfigError("k-means of " + std::to_string(num_clusters_) + " clusters and " +
                      std::to_string(dims_) + " features: found " +
                      std::to_string(centroids.size()) + " numbers to go on from");
  }
  for (Value value : centroids) {
    if (value >= 0 && value <= Metric::kMaxValue) continue;
    throw ConfigError("k-means: found a centroid with " + std::to_string(value) + "; expected 0.." +
                      std::to_string(Metric::kMaxValue));
  }
  centroids_ = std::move(centroids);
  label_.assign(label_.size(), 65535);
}

template <class Metric>
void KMeans<Metric>::require_seeded() const {
  const auto whole = static_cast<std::size_t>(num_clusters_) * static_cast<std::size_t>(dims_);
  if (centroids_.size() == whole) return;
  throw ConfigError("k-means has " +
                    std::to_string(centroids_.size() / static_cast<std::size_t>(dims_)) +
                    " centroids of " + std::to_string(num_clusters_) +
                    "; seed the others or restore all of them");
}

// Throws: ConfigError while points have no cluster.
template <class Metric>
void KMeans<Metric>::require_assigned() const {
  require_seeded();
  for (std::size_t board = 0; board < weights_.size(); ++board) {
    for_each_slot(board, [&](std::size_t slot) {
      if (label_[slot] == 65535)
        throw ConfigError("k-means: a point has no cluster; assign all parts");
    });
  }
}

template <class Metric>
void KMeans<Metric>::assign(int part, int num_parts) {
  require_seeded();
  const CentroidList<Metric> list(dims_, centroids_, 0, num_clusters_);
  const auto count = static_cast<std::size_t>(num_parts);
  const std::size_t first = weights_.size() * static_cast<std::size_t>(part) / count;
  const std::size_t last = weights_.size() * (static_cast<std::size_t>(part) + 1) / count;
  parallel_ranges(last - first, num_threads_, [&](std::size_t begin, std::size_t end) {
    assign_boards(first + begin, first + end, list, true);
  });
}

// Sorts the points by cluster, each cluster's in their own order.
template <class Metric>
void KMeans<Metric>::group_points() {
  starts_.assign(static_cast<std::size_t>(num_clusters_) + 1, 0);
  for (std::size_t board = 0; board < weights_.size(); ++board) {
    for_each_slot(board, [&](std::size_t slot) { ++starts_[label_[slot] + std::size_t{1}]; });
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  members_.resize(starts_.back());
  std::vector<std::uint64_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t board = 0; board < weights_.size(); ++board) {
    for_each_slot(board, [&](std::size_t slot) {
      members_[next[label_[slot]]++] = static_cast<std::uint32_t>(slot);
    });
  }
}

template <class Metric>
Assignment KMeans<Metric>::finish() {
  require_assigned();
  group_points();
  Assignment assignment{0, 0};
  for (std::size_t board = 0; board < weights_.size(); ++board) {
    assignment.inertia += board_mass(board, true);
  }
  for (std::size_t i = 0; i + 1 < starts_.size(); ++i) {
    assignment.num_empty += starts_[i] == starts_[i + 1] ? 1 : 0;
  }
  return assignment;
}

template <class Metric>
void KMeans<Metric>::repair() {
  require_assigned();
  for (std::size_t cluster = 0; cluster + 1 < starts_.size(); ++cluster) {
    if (starts_[cluster] != starts_[cluster + 1]) continue;
    const auto farthest =
        std::max_element(members_.begin(), members_.end(), [&](std::uint32_t a, std::uint32_t b) {
          return distance_[a] != distance_[b] ? distance_[a] < distance_[b] : a > b;
        });
    distance_[*farthest] = 0;  // taken
    for (int dim = 0; dim < dims_; ++dim) {
      centroids_[cluster * static_cast<std::size_t>(dims_) + static_cast<std::size_t>(dim)] =
          value(*farthest, dim);
    }
  }
}

template <class Metric>
void KMeans<Metric>::update() {
  require_assigned();
  const std::size_t slots = static_cast<std::size_t>(blocks_per_board()) * kPointsPerBlock;
  parallel_ranges(starts_.size() - 1, num_threads_, [&](std::size_t begin, std::size_t end) {
    std::vector<decltype(middle_of(Metric{}))> middles(static_cast<std::size_t>(dims_));
    for (std::size_t cluster = begin; cluster < end; ++cluster) {
      if (starts_[cluster] == starts_[cluster + 1]) continue;
      for (auto& middle : middles) middle.clear();
      for (std::uint64_t i = starts_[cluster]; i < starts_[cluster + 1]; ++i) {
        const std::size_t slot = members_[i];
        const std::uint64_t weight = weights_[slot / slots];
        for (int dim = 0; dim < dims_; ++dim) {
          middles[static_cast<std::size_t>(dim)].add(value(slot, dim), weight);
        }
      }
      for (std::size_t dim = 0; dim < middles.size(); ++dim) {
        centroids_[cluster * middles.size() + dim] = middles[dim].middle();
      }
    }
  });
}

template class KMeans<Emd>;
template class KMeans<Squared>;

}  // namespace feltprint
