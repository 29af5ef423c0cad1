/** The words that a desktop file gives a meaning of their own; a path may have any of them. */
const SPECIAL = /["`$\\]/g

/** The file by which Linux desktops start a program after the sign-in. */
export const desktopEntry = (program: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Pitlane',
    // First the quotes of the command, then the backslashes of the file; a percent sign stands for itself when doubled.
    `Exec="${program.replace(SPECIAL, '\\$&').replaceAll('\\', '\\\\').replaceAll('%', '%%')}"`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
