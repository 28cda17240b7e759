import { lazyPart } from '../../core/lazy.ts';
import { useSession } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { HOUSE_RULES } from '../page/ToggleList.tsx';
import css from './home-footer.module.css';

const HomePrivacyDialog = lazyPart(() => import('./HomePrivacyDialog.tsx'), 'HomePrivacyDialog');
const ReportHomeDialog = lazyPart(() => import('./ReportHomeDialog.tsx'), 'ReportHomeDialog');

type Props = {
  community: { id: string; slug: string; name: string };
  hasRules: boolean;
  /** Whether the viewer looks after this page. */
  isOwn: boolean;
};

/** The end of a community's home: its rules, what happens with data, and how to report it. */
export function HomeFooter({ community, hasRules, isOwn }: Props) {
  const show = useShowDialog();
  const { status } = useSession();
  return (
    <footer className={css.footer}>
      <span>
        <bdi>{community.slug}</bdi> on Folkmoot
      </span>
      <nav aria-label="About this page">
        {hasRules && (
          <a href={`#${HOUSE_RULES}`} onClick={openRules}>
            House rules
          </a>
        )}
        <button type="button" onClick={() => show(<HomePrivacyDialog name={community.name} />)}>
          Privacy
        </button>
        {status !== 'signedIn' ? (
          <PlainLink to="/sign-in" search={{ next: `/${community.slug}` }}>
            Report
          </PlainLink>
        ) : (
          !isOwn && (
            <button type="button" onClick={() => show(<ReportHomeDialog serverId={community.id} />)}>
              Report
            </button>
          )
        )}
      </nav>
    </footer>
  );
}

/** Opens the rules before the browser goes there. */
function openRules(): void {
  const rules = document.getElementById(HOUSE_RULES);
  if (rules instanceof HTMLDetailsElement) rules.open = true;
  // After the browser has gone there.
  setTimeout(() => rules?.querySelector('summary')?.focus());
}
