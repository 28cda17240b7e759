import type { Audience } from '@folkmoot/contract/invitations/messages-schema.ts';
import type { Question } from '@folkmoot/contract/questionnaires/schema.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { Chip, Input, Select } from '@mantine/core';
import { STATUS_WORDS } from '../../registrations/labels.ts';
import css from '../letter/letter.module.css';
import { STATUSES } from './message-words.ts';
import messages from './messages.module.css';
import '@mantine/core/styles/Chip.layer.css';

type Props = {
  to: Audience;
  onChange: (to: Audience) => void;
  tickets: readonly TicketView[];
  questions: readonly Question[];
  /** Whether anybody has been checked in. */
  checkedIn: boolean;
  problem: string | undefined;
};

/** Whom a message goes to: by status, and if there are any, by ticket, attendance and answer. */
export function AudienceFields({ to, onChange, tickets, questions, checkedIn, problem }: Props) {
  const set = (change: Partial<Audience>) => onChange({ ...to, ...change });
  const asked = questions.find(({ question_id }) => question_id === to.question);
  return (
    <div className={css.who}>
      <Input.Wrapper label="To" error={problem} labelElement="div">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own. */}
        <div role="group" aria-label="Guests by status" className={messages.statuses}>
          {STATUSES.map((status) => (
            <Chip
              classNames={{ label: messages.status ?? '', iconWrapper: messages.tick ?? '' }}
              key={status}
              size="sm"
              checked={to.status.includes(status)}
              onChange={(on) =>
                set({ status: STATUSES.filter((one) => (one === status ? on : to.status.includes(one))) })
              }
            >
              {STATUS_WORDS[status].word}
            </Chip>
          ))}
        </div>
      </Input.Wrapper>
      {(tickets.length > 1 || checkedIn || questions.length > 0) && (
        <div className={css.two}>
          {tickets.length > 1 && (
            <Select
              label="Ticket"
              placeholder="Any ticket"
              clearable
              data={tickets.map(({ id, name }) => ({ value: id, label: name }))}
              value={to.ticketId ?? null}
              onChange={(ticketId) => set({ ticketId })}
            />
          )}
          {checkedIn && (
            <Select
              label="Attendance"
              placeholder="Everyone"
              clearable
              data={[
                { value: 'came', label: 'Checked in' },
                { value: 'absent', label: 'Not checked in' },
              ]}
              value={to.attendance ?? null}
              onChange={(attendance) => set({ attendance: attendance as Audience['attendance'] })}
            />
          )}
          {questions.length > 0 && (
            <Select
              label="Answered the question"
              placeholder="Any answers"
              clearable
              data={questions.map(({ question_id, question }) => ({ value: question_id, label: question }))}
              value={to.question ?? null}
              onChange={(question) => set({ question, option: null })}
            />
          )}
          {asked && asked.choices.length > 0 && (
            <Select
              label="With the answer"
              placeholder="Any answer"
              clearable
              data={asked.choices.map(({ option_id, option_text }) => ({ value: option_id, label: option_text }))}
              value={to.option ?? null}
              onChange={(option) => set({ option })}
            />
          )}
        </div>
      )}
    </div>
  );
}
