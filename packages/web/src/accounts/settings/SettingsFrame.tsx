import { Outlet } from '@tanstack/react-router';
import { useMe } from '../../core/session.tsx';
import { isSupportOffered } from '../../core/start/page-marks.ts';
import { PlainLink } from '../../ui/layout/links.tsx';
import { TabNav, tabClass, tabOn } from '../../ui/layout/Nav.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import css from '../../ui/layout/screen.module.css';

/** The screens that only the owner of the installation has. */
const OWNERS = [
  ['/settings/installation', 'Installation'],
  ['/settings/mail', 'Mail'],
  ['/settings/featured', 'Featured'],
  ['/settings/reported-messages', 'Reported messages'],
  ['/settings/reported-events', 'Reported events'],
  ['/settings/reported-pages', 'Reported pages'],
] as const;

/** The frame around the screens of your own settings. */
export function SettingsFrame() {
  const me = useMe();
  return (
    <>
      <PageHeader title="Settings" />
      <TabNav label="Settings">
        <PlainLink to="/settings/profile" className={tabClass} activeProps={tabOn}>
          Profile
        </PlainLink>
        <PlainLink to="/settings/notifications" className={tabClass} activeProps={tabOn}>
          Notifications
        </PlainLink>
        <PlainLink to="/settings/privacy" className={tabClass} activeProps={tabOn}>
          Privacy
        </PlainLink>
        <PlainLink to="/settings/sessions" className={tabClass} activeProps={tabOn}>
          Sessions and password
        </PlainLink>
        <PlainLink to="/settings/security" className={tabClass} activeProps={tabOn}>
          Security
        </PlainLink>
        <PlainLink to="/settings/account" className={tabClass} activeProps={tabOn}>
          Account
        </PlainLink>
        {isSupportOffered() && (
          <PlainLink to="/settings/help" className={tabClass} activeProps={tabOn}>
            Help
          </PlainLink>
        )}
        {me?.isInstallationOwner &&
          OWNERS.map(([to, label]) => (
            <PlainLink key={to} to={to} className={tabClass} activeProps={tabOn}>
              {label}
            </PlainLink>
          ))}
      </TabNav>
      <div className={css.scroll}>
        <Outlet />
      </div>
    </>
  );
}
