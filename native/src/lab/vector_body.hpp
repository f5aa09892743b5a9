// Vectors of kWidth doubles and their scalar twin. Included by the kernels inside a namespace and
// a target region, so it includes nothing itself. All arithmetic is elementwise: a lane gives the
// same bits as the scalar.

typedef double Lanes __attribute__((vector_size(32)));

template <class T>
inline T read(const double* from) {
  T x;
  __builtin_memcpy(&x, from, sizeof(T));
  return x;
}

template <class T>
inline void write(double* to, T x) {
  __builtin_memcpy(to, &x, sizeof(T));
}

template <class T>
inline T splat(double x) {
  return T{} + x;
}

template <class T>
inline T positive(T x) {
  return x > T{} ? x : T{};
}

// Regret matching in place: weights (not negative) and their sum become probabilities, uniform
// where the sum is 0.
template <int kActions, class T>
inline void normalise(T* weight, int actions, T sum) {
  const auto some = sum > T{};
  const T uniform = splat<T>(1.0 / actions);
  for (int a = 0; a < (kActions > 0 ? kActions : actions); ++a) {
    weight[a] = some ? weight[a] / sum : uniform;
  }
}
