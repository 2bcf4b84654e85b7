/** A price in whole euros. */
export const priceText = (euros: number, language: string): string =>
  euros.toLocaleString(language, { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })
