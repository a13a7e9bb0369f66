export { PICKER_ICONS, type PickerIcon, searchIcons } from './searchIcons.ts';
