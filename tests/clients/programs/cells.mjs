// A value as JSON has it: a double by its bits, a BIGINT, which JavaScript holds apart, as a number.
export function cell(value) {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'number') return value;
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value);
  return { bits: bytes.getBigUint64(0).toString(16).padStart(16, '0') };
}
