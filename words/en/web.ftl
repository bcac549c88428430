# What the web pages say.
