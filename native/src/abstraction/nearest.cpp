// Nearest centroids of blocks of points (kmeans.hpp).
#include <algorithm>
#include <numeric>

#include "feltprint/abstraction/kmeans.hpp"
#include "feltprint/isa.hpp"

namespace feltprint {
namespace {

template <class Value>
struct SortedCentroids {
  const Value* values;
  const std::int32_t* sums;
  const std::uint16_t* ids;
  int count;
  int dims;
  int start;  // first place whose sum is not below the middle of the block
};

#define FELTPRINT_KERNEL "abstraction/nearest_kernel.inc"
#include "isa_kernels.inc"

auto search_of(Emd) { return FELTPRINT_FOR_ISA(search_emd); }
auto search_of(Squared) { return FELTPRINT_FOR_ISA(search_squared); }

}  // namespace

template <class Metric>
void pack_board(const typename Metric::Value* features, int num_points, int dims,
                BoardPoints<Metric>& out) {
  std::vector<std::uint64_t> keys(static_cast<std::size_t>(num_points));
  for (int point = 0; point < num_points; ++point) {
    const auto* row = features + static_cast<std::ptrdiff_t>(point) * dims;
    const auto sum = static_cast<std::uint64_t>(std::accumulate(row, row + dims, 0));
    keys[static_cast<std::size_t>(point)] = sum << 16 | static_cast<std::uint64_t>(point);
  }
  std::sort(keys.begin(), keys.end());
  const int blocks = (num_points + kPointsPerBlock - 1) / kPointsPerBlock;
  out.order.resize(keys.size());
  out.values.resize(static_cast<std::size_t>(blocks) * kPointsPerBlock *
                    static_cast<std::size_t>(dims));
  for (int slot = 0; slot < blocks * kPointsPerBlock; ++slot) {
    const std::size_t point =
        keys[static_cast<std::size_t>(std::min(slot, num_points - 1))] & 65535;
    if (slot < num_points) {
      out.order[static_cast<std::size_t>(slot)] = static_cast<std::uint16_t>(point);
    }
    auto* to = &out.values[static_cast<std::size_t>(slot / kPointsPerBlock) * kPointsPerBlock *
                           static_cast<std::size_t>(dims)];
    for (int dim = 0; dim < dims; ++dim) {
      to[dim * kPointsPerBlock + slot % kPointsPerBlock] =
          features[point * static_cast<std::size_t>(dims) + static_cast<std::size_t>(dim)];
    }
  }
}

template <class Metric>
CentroidList<Metric>::CentroidList(int num_dims,
                                   const std::vector<typename Metric::Value>& centroids, int first,
                                   int last)
    : dims(num_dims) {
  std::vector<std::uint64_t> keys;
  const auto row_of = [&](std::uint64_t id) {
    return &centroids[id * static_cast<unsigned>(dims)];
  };
  for (int id = first; id < last; ++id) {
    const auto* row = row_of(static_cast<std::uint64_t>(id));
    const auto sum = static_cast<std::uint64_t>(std::accumulate(row, row + dims, 0));
    keys.push_back(sum << 16 | static_cast<std::uint64_t>(id));
  }
  std::sort(keys.begin(), keys.end());
  for (std::uint64_t key : keys) {
    ids.push_back(static_cast<std::uint16_t>(key & 65535));
    sums.push_back(static_cast<std::int32_t>(key >> 16));
    values.insert(values.end(), row_of(key & 65535), row_of(key & 65535) + dims);
  }
}

template <class Metric>
void find_nearest(const typename Metric::Value* block, const CentroidList<Metric>& centroids,
                  typename Metric::Distance* best, std::uint16_t* index) {
  // Points of a block are sorted by their sums: the first has the least, the last the greatest.
  std::int32_t low = 0;
  std::int32_t high = 0;
  for (int dim = 0; dim < centroids.dims; ++dim) {
    low += block[dim * kPointsPerBlock];
    high += block[dim * kPointsPerBlock + kPointsPerBlock - 1];
  }
  const auto& sums = centroids.sums;
  const auto start = std::lower_bound(sums.begin(), sums.end(), (low + high) / 2) - sums.begin();
  const SortedCentroids<typename Metric::Value> list{
      centroids.values.data(),       sums.data(),    centroids.ids.data(),
      static_cast<int>(sums.size()), centroids.dims, static_cast<int>(start)};
  search_of(Metric{})(block, list, low, high, best, index);
}

template void pack_board(const std::uint8_t*, int, int, BoardPoints<Emd>&);
template void pack_board(const std::int16_t*, int, int, BoardPoints<Squared>&);
template struct CentroidList<Emd>;
template struct CentroidList<Squared>;
template void find_nearest(const std::uint8_t*, const CentroidList<Emd>&, std::uint16_t*,
                           std::uint16_t*);
template void find_nearest(const std::int16_t*, const CentroidList<Squared>&, std::uint32_t*,
                           std::uint16_t*);

}  // namespace feltprint
