/** The WGS 84 ellipsoid (EPSG:7030): equatorial radius in metres and flattening. */
export const EQUATORIAL_RADIUS_M = 6378137;
export const FLATTENING = 1 / 298.257223563;
export const POLAR_RADIUS_M = EQUATORIAL_RADIUS_M * (1 - FLATTENING);

const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING);
const ECCENTRICITY = Math.sqrt(ECCENTRICITY_SQUARED);

// Snyder, Map Projections: A Working Manual (USGS Professional Paper 1395, 1987), equations 3-12, 3-11 and 3-13.
const authalicQ = (sinLatitude: number): number => {
  const es = ECCENTRICITY * sinLatitude;
  return (1 - ECCENTRICITY_SQUARED) * (sinLatitude / (1 - es * es) + Math.atanh(es) / ECCENTRICITY);
};
const POLE_Q = authalicQ(1);

/** Radius of the sphere with the same surface as the ellipsoid, 6 371 007.18 m. */
export const AUTHALIC_RADIUS_M = EQUATORIAL_RADIUS_M * Math.sqrt(POLE_Q / 2);

/** Sine of the authalic latitude: areas on the sphere at this latitude equal those on the ellipsoid. */
export const authalicSine = (sinLatitude: number): number => authalicQ(sinLatitude) / POLE_Q;
