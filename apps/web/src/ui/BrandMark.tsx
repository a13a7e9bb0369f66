/** The mark of the product: a position on a stack of layers. */
export function BrandMark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" style={{ flex: 'none' }}>
      <path fill="var(--a3)" d="M2 15.2 12 20.6l10-5.4v2L12 22.6 2 17.2z" />
      <path fill="var(--a4)" d="M2 11.4 12 16.8l10-5.4v2L12 18.8 2 13.4z" />
      <path fill="var(--accent)" d="M12 1.4 22 7v2.6L12 15 2 9.6V7z" />
      <circle cx="12" cy="7.7" r="2.6" fill="#fff" />
    </svg>
  );
}
