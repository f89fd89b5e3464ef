// Formats numbers as the reader writes them. Pure.

/** Returns a number with one digit after the decimal separator. */
export function decimal(value: number): string {
  return value.toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Returns a share of one in percent, without fractions. */
export function percent(share: number): string {
  return share.toLocaleString(undefined, { style: 'percent' });
}

/** Returns an amount of US dollars; a small one with its fractions of a cent. */
export function dollars(amount: number): string {
  const digits = amount < 0.1 ? 4 : 2;
  return amount.toLocaleString(undefined, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
