"""`python -m koloda`."""

from koloda.cli.main import main

raise SystemExit(main())
