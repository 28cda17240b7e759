import { SidePanel } from '../ui/dialog/SidePanel.tsx';
import { Help } from './Help.tsx';
import css from './support.module.css';

/** Help along the right edge. */
export function SupportPanel() {
  return (
    <SidePanel title="Help" width={440}>
      <div className={css.panel}>
        <Help />
      </div>
    </SidePanel>
  );
}
