import type { ObjectData } from '@pgis/conditions';

/** Returns the index, in `listRules(style)`, of the rule that draws an object with this data. */
export type RuleChooser = (data: ObjectData | null | undefined) => number;
