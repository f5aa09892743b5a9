// Eight buckets at a time: the vector type of a walk and regret matching on it. Included by
// traversal_body.hpp inside a namespace and a target region, so it includes nothing itself.

// Eight buckets. Arithmetic on it is elementwise, so the width of the machine never matters.
typedef float Lanes __attribute__((vector_size(32)));
typedef double WideLanes __attribute__((vector_size(64)));
typedef std::int32_t LaneMask __attribute__((vector_size(32)));

inline Lanes splat(float x) { return Lanes{x, x, x, x, x, x, x, x}; }
inline Lanes load(const float* p) { return *reinterpret_cast<const Lanes*>(p); }
inline void store(float* p, Lanes x) { *reinterpret_cast<Lanes*>(p) = x; }
inline Lanes positive(Lanes x) {
#if FELTPRINT_AVX2
  return __builtin_ia32_maxps256(x, splat(0.0f));  // the same in one instruction
#else
  return x > splat(0.0f) ? x : splat(0.0f);
#endif
}
inline Lanes load_unaligned(const float* p) {
  Lanes x;
  __builtin_memcpy(&x, p, sizeof(x));
  return x;
}
inline Lanes load_at(const float* p, const std::uint16_t* at) {
#if FELTPRINT_AVX2
  typedef std::uint16_t Slots __attribute__((vector_size(16)));
  Slots slots;
  __builtin_memcpy(&slots, at, sizeof(slots));
  const auto index = __builtin_convertvector(slots, LaneMask);
  const LaneMask all = ~LaneMask{};
  return __builtin_ia32_gathersiv8sf(splat(0.0f), p, index, (Lanes)all, sizeof(float));
#else
  return Lanes{p[at[0]], p[at[1]], p[at[2]], p[at[3]], p[at[4]], p[at[5]], p[at[6]], p[at[7]]};
#endif
}
inline void store_unaligned(float* p, Lanes x) { __builtin_memcpy(p, &x, sizeof(x)); }

// Regret matching on eight rows at once; the same arithmetic as row_strategy.
inline void group_strategy(const float* block, int num_actions, Lanes* sigma) {
  Lanes sum = splat(0.0f);
  for (int a = 0; a < num_actions; ++a) {
    sigma[a] = positive(load_unaligned(block + a * kLanes));
    sum += sigma[a];
  }
  const LaneMask some = sum > splat(0.0f);
  const Lanes scale = some ? splat(1.0f) / sum : splat(0.0f);
  const Lanes uniform = some ? splat(0.0f) : splat(1.0f / static_cast<float>(num_actions));
  for (int a = 0; a < num_actions; ++a) sigma[a] = sigma[a] * scale + uniform;
}

// Rounding may leave a little probability over: it goes to the last action that has any.
inline int last_possible(const float* sigma, int num_actions) {
  int action = num_actions - 1;
  while (action > 0 && sigma[action] <= 0.0f) --action;
  return action;
}
