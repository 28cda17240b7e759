import { type GroupRule, RULE_EVENTS } from '@folkmoot/contract/groups/schema.ts';
import { Select } from '@mantine/core';
import css from './groups.module.css';
import { aboutRule, RULES } from './rule-words.ts';

/** What a new living group begins with. */
export const FIRST_RULE: GroupRule = { kind: 'came', times: 3, last: 5 };

const upTo = (most: number) => Array.from({ length: most }, (_, n) => `${n + 1}`);

type Props = { rule: GroupRule; onChange: (rule: GroupRule) => void };

/** Who is in a living group. Only rules that hold can be chosen. */
export function RuleField({ rule, onChange }: Props) {
  return (
    <>
      <Select
        label="Who is in it"
        description={aboutRule(rule)}
        inputWrapperOrder={['label', 'input', 'description']}
        allowDeselect={false}
        data={RULES}
        value={rule.kind}
        onChange={(kind) => onChange(kind === 'came' ? FIRST_RULE : ({ kind } as GroupRule))}
      />
      {rule.kind === 'came' && (
        <div className={css.times}>
          <Select
            label="Came to at least"
            allowDeselect={false}
            data={upTo(rule.last)}
            value={`${rule.times}`}
            onChange={(value) => onChange({ ...rule, times: Number(value) })}
          />
          <Select
            label="Of your last events"
            allowDeselect={false}
            data={upTo(RULE_EVENTS)}
            value={`${rule.last}`}
            onChange={(value) => onChange({ ...rule, last: Number(value), times: Math.min(rule.times, Number(value)) })}
          />
        </div>
      )}
    </>
  );
}
