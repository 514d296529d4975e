/** Gives a file to the person, as a click on a download link would. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser takes the content over after the click, not within it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
