// Preloaded into a server: its monotonic clock goes a hundredth as fast, in every thread. What waits for a term waits for minutes.
const factor = 100;
const real = performance.now.bind(performance);
const begunAtMs = real();

performance.now = () => begunAtMs + (real() - begunAtMs) / factor;
