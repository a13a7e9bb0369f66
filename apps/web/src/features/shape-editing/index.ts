export { EditShapeButton } from './EditShapeButton.tsx';
export { ShapeBar } from './ShapeBar.tsx';
