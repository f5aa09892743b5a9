// Values of a traverser's hands and how they move between streets. Included by
// traversal_body.hpp inside a namespace and a target region, so it includes nothing itself.
//
// On the first street nothing above tells the classes of a bucket apart, so there a value is the
// bucket's sum, S(b) = sum_{h in b} w(h) v(h); on later streets it is v itself, class by class.

// The value of a subtree: one number for every hand of the traverser; or a vector, [slot] of a
// street, on the first street [bucket] sums.
struct Value {
  const float* vector;  // null: constant
  float constant;

  Lanes at_slot(std::size_t slot) const {
    return vector != nullptr ? load(vector + slot) : splat(constant);
  }
  // weight_sums: the weight of all hands of each bucket.
  Lanes at_bucket(std::size_t bucket, const float* weight_sums) const {
    return vector != nullptr ? load(vector + bucket) : splat(constant) * load(weight_sums + bucket);
  }
};

// The vectors of one traversal, allocated in its arena.
class ClassValues {
 public:
  ClassValues(const TraversalInput& input, TraversalState& state)
      : classes_(*input.classes),
        state_(state),
        first_street_(input.tree->root().street),
        num_first_groups_(input.tree->num_groups(first_street_)),
        weight_sums_(sum_over_classes([](Lanes weight, std::size_t) { return weight; })) {}

  bool is_first(int street) const { return street == first_street_; }
  const float* weight_sums() const { return weight_sums_; }

  std::size_t vector_size(int street) const {
    return is_first(street) ? static_cast<std::size_t>(num_first_groups_) * kLanes
                            : classes_.streets[street].num_slots();
  }

  // The same value on the street before, or further back.
  Value lift(Value value, int street, int to) {
    for (; value.vector != nullptr && street > to; --street) {
      value.vector =
          is_first(street - 1) ? sum_next(value.vector) : gather(value.vector, street - 1);
    }
    return value;
  }

  // A showdown's payoff to each class of a street.
  Value showdown(const PayoffSteps& steps, int street) {
    return steps.num_codes == 1 ? showdown_of<1>(steps, street) : showdown_of<0>(steps, street);
  }

  // Mean over all hands at the root; eight lanes of doubles, added in lane order.
  double mean_over_hands(const Value& value) const {
    if (value.vector == nullptr) return value.constant;
    WideLanes values{};
    WideLanes weights{};
    for (std::size_t bucket = 0; bucket < vector_size(first_street_); bucket += kLanes) {
      values += __builtin_convertvector(load(value.vector + bucket), WideLanes);
      weights += __builtin_convertvector(load(weight_sums_ + bucket), WideLanes);
    }
    double sum = 0.0;
    double weight = 0.0;
    for (int lane = 0; lane < kLanes; ++lane) {
      sum += values[lane];
      weight += weights[lane];
    }
    return sum / weight;
  }

 private:
  // kCodes = 0: the number of codes is known only at run time.
  template <int kCodes>
  Value showdown_of(const PayoffSteps& steps, int street) {
    const SlotTable& table = classes_.streets[street];
    const int num_codes = kCodes > 0 ? kCodes : steps.num_codes;
    const float* code = table.code.data();
    const auto payoff = [=](std::size_t slot) {
      const Lanes own = load_unaligned(code + slot);
      Lanes value = splat(steps.value[0]);
      for (int j = 0; j < num_codes; ++j) {
        const Lanes step = splat(steps.code[j]);
        value = own > step ? splat(steps.value[2 * j + 2]) : value;
        value = own == step ? splat(steps.value[2 * j + 1]) : value;
      }
      return value;
    };
    if (!is_first(street)) return {each_class(table, payoff), 0.0f};
    const auto weighted = [&](Lanes weight, std::size_t slot) { return weight * payoff(slot); };
    return {sum_over_classes(weighted), 0.0f};
  }

  template <typename ValueAt>
  const float* each_class(const SlotTable& table, const ValueAt& value_at) {
    const std::size_t num_slots = table.num_slots();
    float* values = state_.arena->allocate(num_slots);
    for (std::size_t slot = 0; slot < num_slots; slot += kLanes) {
      store(values + slot, value_at(slot));
    }
    return values;
  }

  // Sums of weighted_at(w, slot) over the classes of each bucket of the first street, in depth
  // order.
  template <typename WeightedAt>
  const float* sum_over_classes(const WeightedAt& weighted_at) {
    const SlotTable& table = classes_.streets[first_street_];
    const float* weight = state_.weights->street(first_street_);
    float* sums = state_.arena->allocate(vector_size(first_street_));
    for (int group = 0; group < num_first_groups_; ++group) {
      Lanes sum = splat(0.0f);
      for (int depth = table.offset[group]; depth < table.offset[group + 1]; ++depth) {
        const std::size_t slot = static_cast<std::size_t>(depth) * kLanes;
        sum += weighted_at(load_unaligned(weight + slot), slot);
      }
      store(sums + group * kLanes, sum);
    }
    return sums;
  }

  // From the classes of the street after to those of `street`.
  const float* gather(const float* next_values, int street) {
    const SlotTable& table = classes_.streets[street];
    const std::uint16_t* next = table.next.data();
    return each_class(table, [&](std::size_t slot) { return load_at(next_values, next + slot); });
  }

  // From the classes of the second street to the sums of the first.
  const float* sum_next(const float* next_values) {
    const std::uint16_t* next = classes_.streets[first_street_].next.data();
    return sum_over_classes(
        [&](Lanes weight, std::size_t slot) { return weight * load_at(next_values, next + slot); });
  }

  const HandClasses& classes_;
  TraversalState& state_;
  int first_street_;
  int num_first_groups_;
  const float* weight_sums_;  // [bucket] of the first street
};
