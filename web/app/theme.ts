import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Neutral greys with a slight blue cast carry almost every screen. */
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f5',
  '#e4e7ed',
  '#d5dae2',
  '#b3bbc8',
  '#8a94a4',
  '#667085',
  '#4a5466',
  '#313949',
  '#1a202c',
];
const dark: MantineColorsTuple = [
  '#e8ebf0',
  '#c3c9d4',
  '#9aa3b2',
  '#6b7484',
  '#3a4250',
  '#2b323e',
  '#1f252f',
  '#171c24',
  '#11151b',
  '#0b0e13',
];
/** The one brand colour: shade 7 on light grounds, shade 4 on dark ones. */
const brand: MantineColorsTuple = [
  '#eef0ff',
  '#dfe2fe',
  '#c3c8fc',
  '#a5abfa',
  '#8f95f5',
  '#6b6fe8',
  '#5450d6',
  '#4338b8',
  '#382f97',
  '#2c2677',
];
const red: MantineColorsTuple = [
  '#fef2f2',
  '#fde3e3',
  '#fbcaca',
  '#f7a6a6',
  '#f08080',
  '#e25555',
  '#cf3636',
  '#b42323',
  '#931f1f',
  '#771d1d',
];

/** What people write runs in the direction of its script; on the field itself, not around it. */
const anyDirection = { input: { dir: 'auto' } };

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: { gray, dark, brand, red },
  white: '#ffffff',
  black: gray[9],
  fontFamily: "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace:
    "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.3' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.45' },
    },
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm', radius: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32, radius: 'sm' } },
    Modal: { defaultProps: { centered: true, radius: 'md', transitionProps: { duration: 150 } } },
    Menu: {
      defaultProps: { shadow: 'md', withinPortal: true, transitionProps: { duration: 120 } },
    },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        withArrow: true,
        events: { hover: true, focus: true, touch: false },
      },
    },
    TextInput: { defaultProps: { size: 'sm', attributes: anyDirection } },
    Textarea: { defaultProps: { attributes: anyDirection } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    NativeSelect: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right' } },
  },
});

/** What the two palettes give the same names to; the rest of the style sheets use only these. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': gray[0],
    '--mantine-color-text': gray[9],
    '--mantine-color-dimmed': '#5c6577',
    '--mantine-color-placeholder': '#6f798b',
    '--mantine-color-error': red[7],
    '--mantine-color-default-border': gray[3],
    '--portal-surface': '#ffffff',
    '--portal-raised': '#ffffff',
    '--portal-border': gray[2],
    '--portal-hover': gray[0],
    '--portal-shade': 'rgb(26 32 44 / 12%)',
    '--portal-brand-ink': brand[7],
    '--portal-brand-tint': brand[0],
  },
  dark: {
    '--mantine-color-body': dark[8],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#8791a1',
    '--mantine-color-error': red[4],
    '--mantine-color-default-border': dark[4],
    '--portal-surface': dark[7],
    '--portal-raised': dark[6],
    '--portal-border': dark[5],
    '--portal-hover': dark[6],
    '--portal-shade': 'rgb(0 0 0 / 48%)',
    '--portal-brand-ink': brand[3],
    '--portal-brand-tint': '#23264a',
  },
});
