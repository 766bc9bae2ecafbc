/** Which way of building suits a house's facts. */
import { apartmentIdioms } from './apartment-idioms.ts';
import type { Facade } from './facade-facts.ts';
import { houseIdioms } from './house-idioms.ts';
import type { Random } from '../random.ts';

export const idioms = { ...houseIdioms, ...apartmentIdioms };

export type IdiomName = keyof typeof idioms;

function houseIdiom({ climate, yearBuilt, storeys }: Subject, random: Random): IdiomName {
  switch (climate) {
    case 'temperate':
      if (yearBuilt < 1920 || storeys >= 4) return 'terrace';
      return yearBuilt < 1990 ? 'cottage' : 'gabled';
    case 'mediterranean':
      return 'villa';
    case 'northern':
      if (storeys >= 3) return 'canal';
      return yearBuilt < 1990 || random.chance(0.3) ? 'timber' : 'gabled';
    case 'tropical':
      return yearBuilt < 1960 || storeys >= 3 ? 'shophouse' : 'bungalow';
    case 'east-asian':
      return yearBuilt < 1985 && storeys <= 3 ? 'machiya' : 'whitebox';
  }
}

function oldApartmentIdiom({ climate }: Subject): IdiomName {
  switch (climate) {
    case 'temperate':
      return 'mansion';
    case 'mediterranean':
      return 'boulevard';
    case 'northern':
      return 'tenement';
    case 'tropical':
      return 'shophouse';
    case 'east-asian':
      return 'deco';
  }
}

type Subject = Omit<Facade, 'shot' | 'seed'>;

/** The way of building that suits a house's type, age, height (storeys) and climate. */
export function chooseIdiom(subject: Subject, random: Random): IdiomName {
  const { houseType, yearBuilt, climate, storeys } = subject;
  if (houseType !== 'apartment' && storeys <= 5) return houseIdiom(subject, random);
  if (yearBuilt < 1930 && storeys <= 9) return oldApartmentIdiom(subject);
  if (storeys >= 16) return yearBuilt >= 1990 && random.chance(0.6) ? 'tower' : 'grid-tower';
  if (yearBuilt < 1960) return 'deco';
  if (climate === 'east-asian' && random.chance(0.7)) return 'manshon';
  if (yearBuilt < 1990) return 'slab';
  if (yearBuilt < 2008) return 'render';
  return random.chance(0.6) ? 'student' : random.chance(0.65) ? 'brick-grid' : 'render';
}
