// Vectors of kWidth doubles and their scalar twin. Included by the kernels inside a namespace and
// a target region, so it includes nothing itself. All arithmetic is elementwise: a lane gives the
// same bits as the scalar.

typedef double Lanes __attribute__((vector_size(32)));

// The same at the alignment of one double. (A memcpy would do, but its stores may alias pointers
// and indices, which the loops then read again and again.)
typedef double UnalignedLanes __attribute__((vector_size(32), aligned(8)));

template <class T>
struct InMemory {
  typedef T Type;
};
template <>
struct InMemory<Lanes> {
  typedef UnalignedLanes Type;
};

template <class T>
inline T read(const double* from) {
  return *reinterpret_cast<const typename InMemory<T>::Type*>(from);
}

template <class T>
inline void write(double* to, T x) {
  *reinterpret_cast<typename InMemory<T>::Type*>(to) = x;
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
