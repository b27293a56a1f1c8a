export function Brand() {
  return (
    <span className="brand">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="brand-mark">
        <circle cx="9" cy="13" r="5" />
        <path d="M9 18h4c4 0 6 1.5 8 3.5V10.5C19 12.5 17 14 14 14" />
        <path d="M9 8h8" />
      </svg>
      Posthorn
    </span>
  );
}
