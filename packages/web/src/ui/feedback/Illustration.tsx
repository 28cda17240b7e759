export type Art = 'search' | 'stools' | 'door' | 'calendar';

const DOTS = [20, 35, 50, 65].flatMap((y) => [26, 39.3, 52.6, 65.9, 79.2, 92.5, 105.8].map((x) => ({ x, y })));
const STOOLS = [
  [22, 50],
  [44, 32],
  [88, 32],
  [110, 50],
  [92, 72],
  [40, 72],
] as const;

/** The small pictures of the empty states: a magnifier, a ring of stools, a locked door. */
export function Illustration({ art }: { art: Art }) {
  return (
    <svg viewBox="0 0 132 100" aria-hidden="true">
      {art === 'search' && <Search />}
      {art === 'stools' && <Stools />}
      {art === 'door' && <Door />}
      {art === 'calendar' && <Calendar />}
    </svg>
  );
}

function Search() {
  return (
    <>
      <rect x="14" y="10" width="104" height="66" rx="10" fill="var(--fm-brand-soft)" />
      {DOTS.map(({ x, y }) => (
        <circle key={`${x},${y}`} cx={x} cy={y} r="1.8" fill="var(--fm-brand-soft-hover)" />
      ))}
      <path
        d="M36 24h14l8 4v6l-8 4H36Z M44 38v26"
        fill="none"
        stroke="var(--fm-border-strong)"
        strokeWidth="2.5"
        strokeDasharray="4 4"
      />
      <circle cx="80" cy="52" r="21" fill="var(--fm-surface)" stroke="var(--fm-brand)" strokeWidth="6" />
      <path d="M96 68l16 18" stroke="var(--fm-brand)" strokeWidth="9" strokeLinecap="round" />
      <path d="M72 52a8 8 0 0 1 8-8" stroke="var(--fm-accent)" strokeWidth="4" fill="none" strokeLinecap="round" />
    </>
  );
}

function Stools() {
  return (
    <>
      <ellipse cx="66" cy="58" rx="58" ry="30" fill="var(--fm-brand-soft)" />
      {STOOLS.map(([x, y]) => (
        <g key={`${x},${y}`} transform={`translate(${x} ${y})`}>
          <ellipse rx="11" ry="4.5" fill="var(--fm-brand-soft-hover)" />
          <path
            d="M-7 2l-3 14M7 2l3 14M0 4v14"
            stroke="var(--fm-brand-soft-hover)"
            strokeWidth="3"
            strokeLinecap="round"
          />
        </g>
      ))}
      <g transform="translate(50 34)">
        <path
          d="M17.2 1.6c-1.5 1.5-1.9 3-1.7 5"
          fill="none"
          stroke="var(--fm-brand)"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
        <path
          d="M3.6 14.3C3.6 9.4 9 6.2 16 6.2s12.4 3.2 12.4 8.1c0 1.5-.9 2.3-2.3 2.3H5.9c-1.4 0-2.3-.8-2.3-2.3Z"
          fill="var(--fm-brand)"
        />
        <path
          d="M6.6 18.8h18.8c0 5.2-3.2 8.7-7.7 9.4l-4.5 2.9c-.6.4-1.3-.1-1.2-.8l.3-2.5C8.8 26.5 6.6 23.2 6.6 18.8Z"
          fill="var(--fm-accent)"
        />
      </g>
    </>
  );
}

function Door() {
  return (
    <>
      <path d="M40 90V40a26 26 0 0 1 52 0v50Z" fill="var(--fm-brand)" />
      <path d="M48 90V42a18 18 0 0 1 36 0v48Z" fill="var(--fm-brand-soft-hover)" />
      <path d="M66 24v66" stroke="var(--fm-brand)" strokeWidth="2.5" />
      <rect x="56" y="54" width="20" height="17" rx="4" fill="var(--fm-accent)" />
      <path d="M60 54v-4a6 6 0 0 1 12 0v4" fill="none" stroke="var(--fm-accent)" strokeWidth="3.5" />
      <path d="M20 90h92" stroke="var(--fm-border-strong)" strokeWidth="3" strokeLinecap="round" />
      <circle cx="30" cy="78" r="9" fill="var(--fm-brand-soft)" />
      <circle cx="104" cy="76" r="11" fill="var(--fm-brand-soft)" />
    </>
  );
}

/** A leaf of a calendar with one day marked. */
function Calendar() {
  return (
    <>
      <ellipse cx="66" cy="92" rx="46" ry="5" fill="var(--fm-sunken)" />
      <rect
        x="30"
        y="18"
        width="72"
        height="70"
        rx="9"
        fill="var(--fm-surface)"
        stroke="var(--fm-border-strong)"
        strokeWidth="2"
      />
      <path d="M30 36V27a9 9 0 0 1 9-9h54a9 9 0 0 1 9 9v9Z" fill="var(--fm-brand)" />
      <path d="M48 12v12M84 12v12" stroke="var(--fm-accent)" strokeWidth="5" strokeLinecap="round" />
      {[50, 64, 78].flatMap((y) =>
        [44, 59, 74, 89].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="3" fill="var(--fm-border-strong)" />),
      )}
      <circle cx="74" cy="64" r="8" fill="var(--fm-accent)" />
    </>
  );
}
