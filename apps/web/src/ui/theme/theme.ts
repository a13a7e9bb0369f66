import { type ButtonProps, type CSSVariablesResolver, createTheme, type InputProps } from '@mantine/core';

/** Heights follow the density tokens, so that they grow on touch screens. */
const controlHeight = (size: unknown) => (size === 'xs' ? 'var(--ctl-sm)' : 'var(--ctl)');

export const theme = createTheme({
  primaryColor: 'daugava',
  primaryShade: { light: 6, dark: 6 },
  colors: {
    daugava: [
      '#e6f3f8',
      '#cde6f0',
      '#9dcfe2',
      '#69b5d1',
      '#46a3c5',
      '#1c86ae',
      '#0b6b91',
      '#095a7a',
      '#0a4963',
      '#0a374b',
    ],
    gray: [
      '#f7f9fa',
      '#eef2f4',
      '#e1e7eb',
      '#cdd6dc',
      '#aebbc4',
      '#7f8e99',
      '#5d6c78',
      '#475560',
      '#333f49',
      '#1a242c',
    ],
    dark: [
      '#dfe7ec',
      '#b6c3cc',
      '#93a2ad',
      '#6f7e8a',
      '#4b5964',
      '#36434d',
      '#26313a',
      '#1b242c',
      '#141b21',
      '#0d1217',
    ],
  },
  white: '#ffffff',
  black: '#1a242c',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '16px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.4', lg: '1.4', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'sm',
  shadows: {
    xs: 'var(--sh-1)',
    sm: 'var(--sh-1)',
    md: 'var(--sh-2)',
    lg: 'var(--sh-2)',
    xl: 'var(--sh-3)',
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.25' },
      h2: { fontSize: '16px', lineHeight: '1.3' },
      h3: { fontSize: '14px', lineHeight: '1.3' },
    },
  },
  // By name and not by `Component.extend`, which would load every component named here with the first page.
  components: {
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: (_: unknown, { size }: { readonly size?: unknown }) => ({
        root: size === undefined ? { '--ai-size': 'var(--icon-btn)' } : {},
      }),
    },
    Button: {
      defaultProps: { size: 'sm' },
      vars: (_: unknown, { size }: ButtonProps) => ({
        root: {
          '--button-height': size === 'lg' ? '44px' : controlHeight(size),
          '--button-fz': size === 'lg' ? 'var(--fs-14)' : 'var(--fs-13)',
          '--button-padding-x': size === 'lg' ? '20px' : '12px',
        },
      }),
    },
    Input: {
      defaultProps: { size: 'sm' },
      vars: (_: unknown, { size }: InputProps) => ({
        wrapper: { '--input-height': controlHeight(size), '--input-fz': 'var(--fs-input)' },
      }),
    },
    InputWrapper: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    // As high as the fields beside it, with selected values of 22 px.
    MultiSelect: {
      styles: { input: { paddingBlock: 'calc((var(--input-height) - 2px - max(22px, 1.6em)) / 2)' } },
    },
    // The placeholder is no menu item, and a menu must not contain anything else.
    Menu: {
      defaultProps: { shadow: 'md', radius: 'md', offset: 6, withInitialFocusPlaceholder: false },
    },
    // DLG-01: a click outside and Escape do not close a dialog.
    Modal: {
      defaultProps: {
        closeOnClickOutside: false,
        closeOnEscape: false,
        radius: 'lg',
        shadow: 'xl',
        centered: true,
        overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 },
      },
    },
    Drawer: {
      defaultProps: { closeOnClickOutside: false, closeOnEscape: false },
    },
    Switch: {
      defaultProps: { size: 'xs', withThumbIndicator: false },
      vars: () => ({
        root: {
          '--switch-height': 'var(--h-switch)',
          '--switch-width': 'var(--w-switch)',
          '--switch-thumb-size': 'calc(var(--h-switch) - 4px)',
          '--switch-track-label-padding': '2px',
        },
      }),
    },
    Table: { defaultProps: { verticalSpacing: 0, horizontalSpacing: 10, highlightOnHover: true } },
    Tooltip: { defaultProps: { withArrow: true } },
  },
});

const roles = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-default': 'var(--bg)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border)',
  '--mantine-color-default-hover': 'var(--bg-hover)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--err-text)',
  '--mantine-color-gray-light': 'var(--mute-bg)',
  '--mantine-color-gray-light-color': 'var(--mute-text)',
  '--mantine-color-gray-light-hover': 'var(--bg-hover)',
  ...primary('--mantine-primary-color'),
  ...primary('--mantine-color-daugava'),
};

function primary(prefix: string) {
  return {
    [`${prefix}-filled`]: 'var(--accent)',
    [`${prefix}-filled-hover`]: 'var(--accent-hover)',
    [`${prefix}-light`]: 'var(--bg-active)',
    [`${prefix}-light-hover`]: 'var(--bg-active)',
    [`${prefix}-light-color`]: 'var(--accent-text)',
    [`${prefix}-outline`]: 'var(--accent-text)',
    [`${prefix}-text`]: 'var(--accent-text)',
    [`${prefix}-contrast`]: 'var(--on-accent)',
  };
}

/** Tokens know both schemes, so the same references serve both. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: roles,
  dark: roles,
});
