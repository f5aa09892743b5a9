// Weighted k-means over integer features, one metric for assignment and update, exact.
//
// Emd: features are cumulative histograms or sorted values in bytes and distance is the sum of
// absolute differences, which over a line is the earth mover's distance in bins. The
// centroid that minimises it is the weighted median of every feature.
// Squared: features are 16-bit numbers, distance is the squared Euclidean one, the centroid is the
// weighted mean, rounded to the nearest integer.
// Ties go to the lower cluster or the lower value. All sums are integers, so nothing depends on
// threads or instruction set. Points are kept board by board and sorted by the sum of their
// features, which bounds every distance from below; centroids too far by that bound are skipped,
// exactly. Sources: Johanson et al. 2013; Arthur & Vassilvitskii 2007 (k-means++).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace feltprint {

inline constexpr int kPointsPerBlock = 32;

struct Emd {
  using Value = std::uint8_t;
  using Distance = std::uint16_t;
  static constexpr int kMaxValue = 63;  // four differences fit a byte
};
struct Squared {
  using Value = std::int16_t;
  using Distance = std::uint32_t;
  static constexpr int kMaxValue = 1980;
};

// Points of one board in blocks. Shape: values is [block][dim][point in block]; the last block is
// filled up with copies of its last point. order is [point] -> place in the input.
template <class Metric>
struct BoardPoints {
  std::vector<typename Metric::Value> values;
  std::vector<std::uint16_t> order;
};

// Sorts the features of a board's points by their sum. Shape: features is [point][dim].
template <class Metric>
void pack_board(const typename Metric::Value* features, int num_points, int dims,
                BoardPoints<Metric>& out);

// Centroids, sorted by their sums for the search. Shape: values is [place][dim].
template <class Metric>
struct CentroidList {
  int dims;
  std::vector<typename Metric::Value> values;
  std::vector<std::int32_t> sums;
  std::vector<std::uint16_t> ids;

  CentroidList(int num_dims, const std::vector<typename Metric::Value>& centroids, int first,
               int last);
};

// Nearest centroid of each point of a block where that is nearer than best (or equal, with a lower
// id). Shape: block is [dim][point]; best and index are [point].
template <class Metric>
void find_nearest(const typename Metric::Value* block, const CentroidList<Metric>& centroids,
                  typename Metric::Distance* best, std::uint16_t* index);

// Result of an assignment.
struct Assignment {
  std::uint64_t inertia;  // sum of weight * distance
  int num_empty;          // clusters without a point
};

template <class Metric>
class KMeans {
 public:
  using Value = typename Metric::Value;

  // Points come from boards of equal numbers of points, each with one weight.
  KMeans(int dims, int points_per_board, int num_clusters, int num_threads);
  void resize(std::size_t num_boards);
  // Threads: may run at once for different boards. Shape: features is [point][dim].
  void set_board(std::size_t board, std::uint32_t weight, const Value* features);

  // k-means++ by a counter: draw i depends on (seed, stream, i) alone. Adds up to `count`
  // centroids and returns how many there are.
  // Throws: ConfigError when the points have fewer different features than clusters.
  int seed_more(int count, std::uint32_t seed, std::uint32_t stream);

  // Assigns the boards of part i of n; finish() when all parts are done. These and the next throw
  // ConfigError when what they need has not been done.
  void assign(int part, int num_parts);
  Assignment finish();
  // Moves the centroid of each empty cluster to one of the points farthest from theirs.
  void repair();
  // Moves every centroid to the middle of its points.
  void update();

  // Shape: [cluster][dim]; empty before seeding is done.
  const std::vector<Value>& centroids() const { return centroids_; }
  // Throws: ConfigError unless there is one for each cluster, within the metric's values.
  void restore(std::vector<Value> centroids);

 private:
  int blocks_per_board() const {
    return (points_per_board_ + kPointsPerBlock - 1) / kPointsPerBlock;
  }
  std::size_t num_slots() const {
    return weights_.size() * static_cast<std::size_t>(blocks_per_board()) * kPointsPerBlock;
  }
  const Value* block_of(std::size_t slot) const {
    return &values_[slot / kPointsPerBlock * kPointsPerBlock * static_cast<std::size_t>(dims_)];
  }
  Value value(std::size_t slot, int dim) const {
    return block_of(slot)[static_cast<std::size_t>(dim) * kPointsPerBlock + slot % kPointsPerBlock];
  }
  template <class Visit>
  void for_each_slot(std::size_t board, const Visit& visit) const;
  void assign_boards(std::size_t begin, std::size_t end, const CentroidList<Metric>& list,
                     bool afresh);
  std::uint64_t board_mass(std::size_t board, bool by_distance) const;
  std::size_t draw_point(std::uint32_t seed, std::uint32_t stream);
  void require_seeded() const;
  void require_assigned() const;
  void push_centroid(std::size_t slot);
  void group_points();

  int dims_;
  int points_per_board_;
  int num_clusters_;
  int num_threads_;
  std::vector<Value> values_;                        // [board][block][dim][point]
  std::vector<std::uint32_t> weights_;               // [board]
  std::vector<typename Metric::Distance> distance_;  // [slot]
  std::vector<std::uint16_t> label_;                 // [slot]
  std::vector<Value> centroids_;
  std::vector<std::uint64_t> starts_;   // [cluster] -> its first place in members_
  std::vector<std::uint32_t> members_;  // slots by cluster
};

}  // namespace feltprint
