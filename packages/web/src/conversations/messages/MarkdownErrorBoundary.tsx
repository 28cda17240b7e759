import { Component, type ReactNode } from 'react';
import css from './message.module.css';

/** A message as it was typed, with its lines. */
export function PlainText({ text }: { text: string }) {
  return (
    <p className={css.plain} dir="auto">
      {text}
    </p>
  );
}

type Props = { text: string; children: ReactNode };

/**
 * One message that cannot be parsed must not take the whole app down: it is shown as it was typed instead. Give it
 * the text as its key too, so that an edited message gets another try.
 */
export class MarkdownErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <PlainText text={this.props.text} /> : this.props.children;
  }
}
