/** A cabinet of five doors, and the name. */
export function Logo() {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8, fontWeight: 700, letterSpacing: '-0.01em' }}>
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="6" fill="#4263eb" />
        <path fill="#fff" d="M7 7h7v5H7zM7 14h7v11H7zM16 7h9v9h-9zM16 18h9v7h-9z" />
      </svg>
      <span>Parcelhall</span>
    </span>
  )
}
