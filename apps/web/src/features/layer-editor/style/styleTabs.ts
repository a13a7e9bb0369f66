import type { StylePropertyName } from '@pgis/cartography';

/** STYLE-05..09: the tabs and what each edits, in this order; labels have more than the specification says. */
export const STYLE_TABS = {
  line: ['lineColor', 'linePatternColor', 'lineWidth', 'lineStyle', 'lineTransparency', 'strokePattern'],
  fill: ['fillColor', 'fillPatternColor', 'fillPattern'],
  labels: [
    'labelEnabled',
    'objLabel',
    'labelColor',
    'labelSize',
    'labelHaloColor',
    'labelHaloWidth',
    'labelPosition',
    'labelOffsetX',
    'labelOffsetY',
    'labelMinZoom',
    'labelMaxZoom',
    'labelPriority',
  ],
  icons: [
    'pointColor',
    'pointSize',
    'pointBgColor',
    'pointRadius',
    'pointRotation',
    'pointGradient',
    'pointIcon',
    'pointForm',
  ],
} as const satisfies Readonly<Record<string, readonly StylePropertyName[]>>;

export type StyleTab = keyof typeof STYLE_TABS;
export type EditedProperty = (typeof STYLE_TABS)[StyleTab][number];

export const styleTabNames = Object.keys(STYLE_TABS) as readonly StyleTab[];

/** Returns the tab that edits a property; undefined for those edited elsewhere. */
export const tabOf = (property: string): StyleTab | undefined =>
  styleTabNames.find((tab) => (STYLE_TABS[tab] as readonly string[]).includes(property));
