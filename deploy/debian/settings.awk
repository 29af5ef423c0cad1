# Reads the server's settings as systemd reads them for the service (EnvironmentFile=): a value is text and never runs.
#   awk -f settings.awk FILE                  prints assignments for the shell's eval
#   awk -v wanted=NAME -f settings.awk FILE   prints one value; nothing if it is not set

function quoted(text) {
  gsub(/\047/, "\047\\\047\047", text)
  return "\047" text "\047"
}

function end_of_line() {
  # Space after an unquoted value does not belong to it.
  if (state == "plain") sub(/[ \t\r]+$/, "", value)
  sub(/[ \t\r]+$/, "", key)
  if (state != "key" && key ~ /^[A-Za-z_][A-Za-z0-9_]*$/) {
    values[key] = value
    if (wanted == "") print key "=" quoted(value)
  }
  state = "begin"
}

function take(c) {
  if (state == "begin") {
    if (c ~ /[ \t\r\n]/) return
    state = c ~ /[#;]/ ? "comment" : "key"
    key = c
    value = ""
  } else if (state == "comment") {
    if (c == "\n") state = "begin"
  } else if (state == "key") {
    if (c == "=") state = "value"
    else if (c == "\n") end_of_line()
    else key = key c
  } else if (state == "value" || state == "plain") {
    # Quotes count only before text without them: a value may have several quoted parts.
    if (c == "\n") end_of_line()
    else if (c == "\\") state = "escaped"
    else if (state == "value" && c == "\047") state = "single"
    else if (state == "value" && c == "\"") state = "double"
    else if (state == "plain" || c !~ /[ \t\r]/) {
      state = "plain"
      value = value c
    }
  } else if (state == "escaped") {
    state = "plain"
    if (c != "\n") value = value c
  } else if (state == "single") {
    if (c == "\047") state = "value"
    else value = value c
  } else if (state == "double") {
    if (c == "\"") state = "value"
    else if (c == "\\") state = "escaped in double"
    else value = value c
  } else if (state == "escaped in double") {
    state = "double"
    if (c ~ /["\\`$]/) value = value c
    else if (c != "\n") value = value "\\" c
  }
}

BEGIN { state = "begin" }

{
  line = $0 "\n"
  for (at = 1; at <= length(line); at++) take(substr(line, at, 1))
}

END {
  if (wanted in values) print values[wanted]
}
