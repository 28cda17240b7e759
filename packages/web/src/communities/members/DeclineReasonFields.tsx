import { DECLINE_REASONS, type DeclineReason } from '@folkmoot/contract/core/decline.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Select, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';

export type Decline = { selectedReason: DeclineReason; reason: string };

type Props = {
  value: Decline;
  onChange: (value: Decline) => void;
  /** What each reason writes into the text. */
  texts: Readonly<Record<DeclineReason, string>>;
  limit: number;
  textLabel: string;
  error: ReactNode;
};

/** Why a person is declined. A reason fills in the text; what you typed under each is kept while you switch. */
export function DeclineReasonFields({ value, onChange, texts, limit, textLabel, error }: Props) {
  const [typed, setTyped] = useState<Partial<Record<DeclineReason, string>>>({});
  const choose = (selectedReason: DeclineReason) => {
    setTyped({ ...typed, [value.selectedReason]: value.reason });
    onChange({ selectedReason, reason: typed[selectedReason] ?? texts[selectedReason] });
  };
  return (
    <>
      <Select
        label="Reason"
        allowDeselect={false}
        data={[...DECLINE_REASONS]}
        value={value.selectedReason}
        onChange={(chosen) => chosen && choose(chosen as DeclineReason)}
      />
      <Textarea
        label={textLabel}
        description={`${lengthOf(value.reason)}/${limit}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={4}
        maxRows={9}
        value={value.reason}
        onChange={({ currentTarget }) => onChange({ ...value, reason: currentTarget.value })}
        error={error}
      />
    </>
  );
}
