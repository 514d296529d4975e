/** spec §5: three types, by extension as well, since browsers on Windows give CSV odd types. */
export const acceptedExtensions = ['.csv', '.xls', '.xlsx'] as const;
export const acceptedTypes = [
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;
