/** Records whose texts try to be obeyed: by a browser, by a renderer of Markdown, by whoever reads a line. */

const TEXTS = [
  "<script>document.title = 'obeyed'</script>",
  "</title><img src=x onerror=\"document.title='obeyed'\">",
  "</style><style>body { display: none }",
  "</svg><svg onload=\"document.title='obeyed'\">",
  "\" onmouseover=\"document.title='obeyed'",
  "' autofocus onfocus='document.title=1",
  "javascript:document.title='obeyed'",
  "]]><!-- <p>",
  "--><b>bold</b><!--",
  "&lt;b&gt; &amp;amp; &#60;b&#62;",
  "{{constructor.constructor('document.title=1')()}}",
  "\u202enimda \u2066\u0000\u001b[2J",
  "\ufffe\uffff \u2028 \u2029",
  "<a href=https://example.com>here</a> https://example.com www.example.com",
  "@everyone #1 GH-1 :tada: **bold** _it_ `code` | cell |",
  "```\n# heading\n- item",
  "x".repeat(5000),
  "שלום العربية 部屋 👩‍👩‍👧 Zoë",
  "<meta http-equiv=refresh content=0;url=https://example.com>",
  "<base href=https://example.com><link rel=stylesheet href=//example.com/x.css>",
];

/** Returns one pair of a stored record and a draft for each text. */
export function hostile() {
  const hours = (openHour) => [
    { openHour, openMinute: 0, closeHour: 17, closeMinute: 30 },
  ];
  return TEXTS.map((text) => ({
    stored: {
      id: text,
      name: "Visit",
      notes: text,
      openHours: [{ daysOfTheWeek: [1, 2, 3], hours: hours(9) }],
      availabilities: [
        { id: text, date: "2026-12-31T00:00:00.000Z", hours: hours(10) },
      ],
    },
    draft: {
      name: text,
      eventColor: text,
      slug: text,
      teamMembers: [{ userId: text, [text]: text }],
      locationConfigurations: [{ kind: text, location: text }],
      openHours: [{ daysOfTheWeek: [1, 2], hours: hours(8) }],
      availabilities: [
        { date: "2026-12-24T00:00:00.000Z", hours: [] },
        { date: text, hours: hours(9) },
      ],
      [text]: text,
    },
  }));
}
