import { IconCheck } from '@tabler/icons-react';
import css from './stepper.module.css';

/** The current step of a short wizard. */
export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className={css.steps}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-state={index === current ? 'on' : index < current ? 'done' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={css.number}>
            {index < current ? <IconCheck size={14} strokeWidth={3} aria-label="Done" /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
