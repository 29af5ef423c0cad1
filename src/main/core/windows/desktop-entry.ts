/** Characters with a special meaning in desktop files, which a path may contain. */
const SPECIAL = /["`$\\]/g

/** Returns the autostart entry of a program for Linux desktops. */
export const desktopEntry = (program: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Pitlane',
    // Escapes for the quoted command, then backslashes for the file format; percent signs are doubled.
    `Exec="${program.replace(SPECIAL, '\\$&').replaceAll('\\', '\\\\').replaceAll('%', '%%')}"`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
