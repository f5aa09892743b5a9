// Potential-aware buckets of one street: k-means over its features, then a map of all boards.
//
// Training points are the hands of canonical boards spread evenly over their numbers, weighted by
// the real boards behind them. Buckets are numbered by the sum of their centroid's features, from
// weak to strong. Features and metrics: potential_features.hpp, kmeans.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "feltprint/abstraction/hand_strength.hpp"
#include "feltprint/abstraction/kmeans.hpp"

namespace feltprint {

struct ClusteringSpec {
  int street;
  int num_buckets;
  std::uint32_t seed;
  int training_boards;  // all of the street's where that is fewer
};

// Calls take a part's number and the number of parts, so that no call is long.
class StreetClustering {
 public:
  virtual ~StreetClustering() = default;

  virtual int num_features() const = 0;
  // Adds up to `count` first centroids; returns how many there are. Throws: as KMeans::seed_more.
  virtual int seed_more(int count) = 0;
  virtual void assign(int part, int num_parts) = 0;
  virtual Assignment finish() = 0;
  virtual void repair() = 0;
  virtual void update() = 0;

  // Shape: [bucket or cluster][feature].
  virtual std::vector<std::int16_t> centroids() const = 0;
  virtual void restore(const std::vector<std::int16_t>& centroids) = 0;

  // Writes the buckets of a part of all canonical boards for the current centroids; returns the
  // inertia of that part. Shape: out is the whole map, [canonical board][hand]; Word as in
  // percentile.hpp.
  virtual std::uint64_t write_map(int part, int num_parts, std::uint8_t* out) const = 0;
  virtual std::uint64_t write_map(int part, int num_parts, std::uint16_t* out) const = 0;
};

// Makes the features of the training boards. The strength must outlive the result.
// Throws: ConfigError when the numbers are out of range.
std::unique_ptr<StreetClustering> make_clustering(const RiverStrength& strength,
                                                  const ClusteringSpec& spec, int num_threads);

}  // namespace feltprint
