import { caseAgeStarts } from '@pgis/contract';

/** Days of a class of age, such as `3–7`. */
export const ageText = (age: number): string => {
  const [start, next] = [caseAgeStarts[age] ?? 0, caseAgeStarts[age + 1]];
  return next === undefined ? `${start}+` : `${start}–${next - 1}`;
};
