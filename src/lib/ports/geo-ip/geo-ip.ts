/** Which country a network address is in. */
export type GeoIp = {
  /** ISO 3166 two-letter code in capitals; undefined when nobody knows. */
  countryOf(address: string): Promise<string | undefined>;
};

/** Knows nothing: for sites whose proxy names the country, or that do without. */
export const noGeoIp: GeoIp = { countryOf: async () => undefined };
