export { PlaceSearch } from './PlaceSearch.tsx';
