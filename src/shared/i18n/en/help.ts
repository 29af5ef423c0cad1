export const help = {
  'help.about': 'About {name}',
  'help.search': 'Search all help',
  'help.page': 'This page',
  'help.keys': 'Keys',
  'help.text': 'Text of the help',
  'help.guide': 'User guide',
  'help.moves':
    '? switches between help and page. While the focus is in the help, keys press nothing of the page; Esc closes the help.',
  'help.lists': 'How lists work',
  'help.open': 'Open this page',
  'help.contents': 'All help',
  'help.found': '{count} found',
  'help.none': 'Nothing found for “{query}”',
  'help.noneHint': 'Try other or fewer words',
  'help.noKeys': 'There are no special keys here',
}
