import { provideIconCodes } from '../icons/findIcon.ts';
import iconCodes from '../icons/iconCodes.gen.json' with { type: 'json' };

export { listIconFontPaths } from './listIconFontPaths.ts';

provideIconCodes(iconCodes);
