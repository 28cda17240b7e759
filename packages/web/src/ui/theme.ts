import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const colors: Record<string, MantineColorsTuple> = {
  lincoln: [
    '#f1faf2',
    '#def3e3',
    '#c1e6cb',
    '#99d2ac',
    '#6cb88a',
    '#439669',
    '#2e7b53',
    '#206240',
    '#154a2f',
    '#0c3120',
  ],
  weld: ['#fffae5', '#fff3c1', '#fde68f', '#fad459', '#f0be2c', '#d3a023', '#ab7b14', '#865b06', '#664207', '#462b08'],
  madder: [
    '#fff5f3',
    '#ffe6e1',
    '#ffcbc3',
    '#fea79b',
    '#f47c6e',
    '#e45347',
    '#c73732',
    '#a32825',
    '#7d201d',
    '#541814',
  ],
  woad: ['#f1f9fe', '#dff0fe', '#c2e1fc', '#9dcbf8', '#75aee9', '#4f8bcd', '#386eb1', '#2a5694', '#1f4073', '#172a4f'],
  russet: [
    '#fff6ec',
    '#ffe9d4',
    '#ffd3ad',
    '#fbb47e',
    '#e89155',
    '#c76c2f',
    '#a7521a',
    '#883e12',
    '#672e0f',
    '#451f0b',
  ],
  verdigris: [
    '#edfbf9',
    '#d6f5f2',
    '#b2e9e5',
    '#85d7d3',
    '#54bcba',
    '#2a999a',
    '#0f7d7f',
    '#016367',
    '#004b4f',
    '#023237',
  ],
  heather: [
    '#fbf5fd',
    '#f4e8fa',
    '#ead2f6',
    '#dbb6ec',
    '#c394db',
    '#a26fbe',
    '#8555a1',
    '#6a4284',
    '#503166',
    '#352045',
  ],
  foxglove: [
    '#fff4f7',
    '#ffe5ed',
    '#ffcddc',
    '#f9acc5',
    '#eb84a9',
    '#ce5987',
    '#af3d6d',
    '#8f2c56',
    '#6c2142',
    '#48172d',
  ],
  slate: ['#f5f8fa', '#e9eef1', '#d6dde3', '#bec7ce', '#a0abb4', '#7d8a93', '#636f78', '#4d5860', '#394249', '#252c32'],
  gray: ['#fafaf8', '#f4f5f2', '#ecedea', '#e1e2dd', '#d2d3ce', '#b3b5af', '#91938c', '#6f7169', '#52534c', '#35362f'],
  dark: ['#ecedea', '#ced0cb', '#aeb1ab', '#7e827b', '#4b4e48', '#353832', '#292b26', '#1c1e1a', '#141612', '#0d0e0b'],
};

/** Buttons take their colours from the semantic layer, so that both schemes keep their contrast. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const base = defaultVariantColorsResolver(input);
  const danger = input.color === 'madder';
  if (input.variant === 'filled') {
    return danger
      ? { ...base, background: 'var(--fm-danger)', hover: 'var(--fm-danger-hover)', color: 'var(--fm-on-danger)' }
      : { ...base, background: 'var(--fm-brand)', hover: 'var(--fm-brand-hover)', color: 'var(--fm-on-brand)' };
  }
  if (input.variant === 'default') {
    return {
      background: 'var(--fm-surface)',
      hover: 'var(--fm-hover)',
      color: danger ? 'var(--fm-danger-text)' : 'var(--fm-text)',
      border: '1px solid var(--fm-border-strong)',
    };
  }
  if (input.variant === 'light') {
    return danger
      ? {
          ...base,
          background: 'var(--fm-danger-soft)',
          hover: 'var(--fm-danger-soft-2)',
          color: 'var(--fm-danger-text)',
        }
      : {
          ...base,
          background: 'var(--fm-brand-soft)',
          hover: 'var(--fm-brand-soft-hover)',
          color: 'var(--fm-brand-soft-text)',
        };
  }
  if (input.variant === 'subtle')
    return {
      ...base,
      background: 'transparent',
      hover: 'var(--fm-hover)',
      color: danger ? 'var(--fm-danger-text)' : 'var(--fm-text-2)',
    };
  // The one call to action on the dark green band.
  if (input.variant === 'gold')
    return { ...base, background: 'var(--fm-accent)', hover: 'var(--fm-accent)', color: 'var(--fm-on-accent)' };
  return base;
};

/** Mantine's theme: the ramps, the type and what every control starts from. How controls look is in `styles/overrides.css`. */
export const theme = createTheme({
  colors,
  primaryColor: 'lincoln',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  white: '#ffffff',
  black: '#191a14',
  fontFamily: 'var(--fm-font-ui)',
  fontFamilyMonospace: "'Atkinson Hyperlegible Mono Variable', ui-monospace, Menlo, monospace",
  headings: {
    fontFamily: 'var(--fm-font-display)',
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '2.5rem', lineHeight: '1.06' },
      h2: { fontSize: '1.875rem', lineHeight: '1.12' },
      h3: { fontSize: '1.5rem', lineHeight: '1.2' },
      h4: { fontSize: '1.25rem', lineHeight: '1.25' },
      h5: { fontSize: '1.0625rem', lineHeight: '1.3' },
      h6: { fontSize: '0.9375rem', lineHeight: '1.35' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '0.9375rem', xl: '1.0625rem' },
  lineHeights: { xs: '1.42', sm: '1.46', md: '1.45', lg: '1.5', xl: '1.41' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1.125rem' },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '90em' },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3, maxRows: 10 } },
    Select: { defaultProps: { size: 'md', checkIconPosition: 'right', comboboxProps: { shadow: 'md' } } },
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false, events: { hover: true, focus: true, touch: false } } },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        position: 'bottom-end',
        shadow: 'md',
        withinPortal: true,
        transitionProps: { duration: 120 },
      },
    },
    Modal: { defaultProps: { transitionProps: { duration: 180, transition: 'fade-down' } } },
  },
});

const mantine = {
  '--mantine-color-body': 'var(--fm-bg)',
  '--mantine-color-text': 'var(--fm-text)',
  '--mantine-color-dimmed': 'var(--fm-text-2)',
  '--mantine-color-placeholder': 'var(--fm-placeholder)',
  '--mantine-color-anchor': 'var(--fm-link)',
  '--mantine-color-default': 'var(--fm-surface)',
  '--mantine-color-default-hover': 'var(--fm-hover)',
  '--mantine-color-default-border': 'var(--fm-border-strong)',
  '--mantine-color-error': 'var(--fm-danger-text)',
};

/** Points Mantine's own colours at our semantic layer (`styles/tokens.css`), in both schemes. */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: mantine, dark: mantine });
