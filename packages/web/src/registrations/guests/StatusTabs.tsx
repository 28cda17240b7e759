import type { GuestQuery, StatusCounts } from '@folkmoot/contract/registrations/schema.ts';
import { SegmentedControl } from '@mantine/core';
import css from './guests.module.css';

const TABS: readonly { value: GuestQuery['status']; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'going', label: 'Going' },
  { value: 'requested', label: 'To approve' },
  { value: 'waitlisted', label: 'Waiting' },
  { value: 'offered', label: 'Offered' },
  { value: 'payment_pending', label: 'Unpaid' },
  { value: 'not_going', label: 'Not going' },
];

type StatusTabsProps = {
  value: GuestQuery['status'];
  counts: StatusCounts | undefined;
  /** Whether tickets are sold, so that some may be unpaid. */
  sells: boolean;
  onChange: (status: GuestQuery['status']) => void;
};

/** The states of a list, each with how many are in it. */
export function StatusTabs({ value, counts, sells, onChange }: StatusTabsProps) {
  return (
    <div className={css.tabs}>
      <SegmentedControl
        size="sm"
        aria-label="Status"
        value={value}
        onChange={(next) => onChange(next as GuestQuery['status'])}
        data={TABS.filter((tab) => sells || tab.value !== 'payment_pending').map((tab) => ({
          value: tab.value,
          label: (
            <>
              {tab.label} <span className={css.count}>{counts?.[tab.value] ?? ''}</span>
            </>
          ),
        }))}
      />
    </div>
  );
}
