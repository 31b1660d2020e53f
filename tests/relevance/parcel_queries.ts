/** Questions about the parcel service and the files that answer them. */
export const PARCEL_QUERIES: readonly (readonly [query: string, files: readonly string[]])[] = [
  ["how are delivery routes planned", ["src/routing/planner.ts", "docs/routes.md"]],
  ["retry failed webhooks", ["src/webhooks/retry.ts"]],
  ["Parcel", ["src/parcel.ts"]],
  ["parse_tracking_number", ["lib/tracking.py"]],
  ["rate limiting of requests", ["src/api/rate_limit.ts"]],
  ["configuration defaults", ["src/config.ts"]],
  ["customer notified of a delay", ["src/notifications/delay.ts", "docs/notifications.md"]],
  ["run database migrations", ["docs/database.md", "db/migrate.ts"]],
  ['error "cannot book a courier as the depot is closed"', ["depot/booking.go"]],
  ["compute postage for oversized parcels", ["lib/postage.rb"]],
  ["DepotSchedule opening hours", ["depot/schedule.go"]],
  ["address validation", ["src/address.ts"]],
  [
    "Scanner stops at a damaged label\n\nThe belt stops with\n\n" +
    '  File "lib/scanner.py", line 9, in scan\n  File "lib/tracking.py", line 8, in parse_tracking_number\n' +
    "ValueError: Cannot read the tracking number DE12345678X\n\nExpected: the label is set aside.",
    ["lib/tracking.py", "lib/scanner.py"],
  ],
  ["Where do we order the stops of a van?", ["src/routing/planner.ts"]],
];
