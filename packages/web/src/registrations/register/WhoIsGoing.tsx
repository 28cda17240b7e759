import { goingLine } from '@folkmoot/contract/events/facts-rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { lazyPart } from '../../core/lazy.ts';
import css from '../../events/page/event.module.css';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { AvatarGroup } from '../../ui/identity/Avatar.tsx';
import { LocalText } from '../../ui/LocalText.tsx';

const GuestsDialog = lazyPart(() => import('./GuestsDialog.tsx'), 'GuestsDialog');

type Props = { event: EventView; token: string | undefined; past: boolean };

/** Some of the guests who are going, or had signed up (to what is over or cancelled), and their number, if the hosts show it. */
export function WhoIsGoing({ event, token, past }: Props) {
  const show = useShowDialog();
  const { goingCount: count, faces } = event;
  if ((!event.showGuests && !event.viewer.manages) || count === 0) return null;
  const names = faces.slice(0, 3).map(({ firstName }) => firstName);
  const others = count - names.length;
  const rest = others === 1 ? '1 other' : `${others.toLocaleString()} others`;
  return (
    <section className={css.panel} aria-labelledby="going">
      <div className={css.panelHead}>
        <LocalText as="h2" id="going">
          {goingLine(count, past)}
        </LocalText>
        {(faces.length > 0 || event.viewer.manages) && (
          <button
            type="button"
            className={css.link}
            onClick={() => show(<GuestsDialog eventId={event.id} token={token} />)}
          >
            See guests
          </button>
        )}
      </div>
      {faces.length > 0 && (
        <>
          <AvatarGroup people={faces} size={38} ring="var(--tint-surface)" />
          <p className={css.small} dir="auto">
            <LocalText>{others > 0 ? `${names.join(', ')} and ${rest}` : names.join(', ')}</LocalText>
          </p>
        </>
      )}
      {!event.showGuests && <p className={css.small}>Only hosts see this.</p>}
    </section>
  );
}
